/**
 * Samples that gateways and SDKs publish, with the test keys that they publish for them. Data
 * only, copied byte for byte; whose they are stands at each. None of these keys protects
 * anything: everybody has them. Keys are written without armour and line ends.
 */
const privateKey = (body: string) =>
  `-----BEGIN PRIVATE KEY-----\n${body}\n-----END PRIVATE KEY-----\n`;
const publicKey = (body: string) =>
  `-----BEGIN PUBLIC KEY-----\n${body}\n-----END PUBLIC KEY-----\n`;

/**
 * WeChat Pay's documentation, "如何构造接口请求签名" with its `apiclient_test_key.pem`:
 * pay.weixin.qq.com/doc/v3/merchant/ 4012365336 (with a body), 4012365334 (without), 4012365341
 * (inside WeChat; the last also in wechatpay-apiv3/wechatpay-skills 15f40d0, 签名与验签规则.md).
 */
export const wechatDocumentation = {
  merchant: {
    mchid: '1900007291',
    serial: '408B07E79B8269FEC3D5D3E6AB8ED163A6A380DB',
    privateKey: privateKey(
      'MIIEvAIBADANBgkqhkiG9w0BAQEFAASCBKYwggSiAgEAAoIBAQCm2mb6q8gMKH/3CNTbpJAIrbqiBiQGEOtjGcBrDYltsGynWgNscqT7WvfzU14FQbYcQUC5T4Wvva7mi3fIp3OgX8VqMDNA0qebnr38Pe6kqiLyZgFpJPXlSKDyPyqhRbVTbXssvSMQeVKcdXeVxoNNeoOlNFHgF/P0io6AmAVnz+hN8SiZKuOsth5/zUTLGvtkgxBcQooQrtXhRcpLT798OyIb9xeJ2HO3xRtMv2+perEzb4gMibI74UBz+2QEbnkubPE+2jU2rRZudnNEz/BPOt3Qj/w2V6/G0VumGDh6+UeMU0jv4aupHztWITC4Akn0l7lBCNy3lgl8VFaJnkIxAgMBAAECggEAYGL8aESB7NwciDWW2UdoWUsa7GxFtSdjAz2mFXGdeTsYmVh7b9OOkRGM+Qio4LqEHDBp1mMk5E/cUJwy1zw8pGGO5nfvs7u9TT3XnHaefIs4YvUgTYAneIuLRkXNN5rQU+CD7mVYczTSz0Vgjqo9wa1LjUz7G0xbBmJgTdMEFGJseJjy6AbJo0CGIwp6HJbTm4CmOUgXnnDAIbEGTIRImkZFH/rzneIeR7oZ77FVwxr1CZB2gfRCov/yRPbw8vnryYkmvQ7D/ze3j5097vRg/MoDGBSdoOwcmo75vyofr0ASzytMjmHYyifqkf5slPropSiJeGf4p/7gtKyF6dE/XQKBgQDVAlJ+4U5ZVGOuDc3+sAhz8CTzgFNlq9vKuSoFK6hOz2L+cwj+E7NXGkOe2DsHHZNy2Xqxk7caKhPEp1z9hhpMpyLVMoFt6CKemyoRBWDCQwLLwem9SZF/IAyovBkLiH36P42Jm26gUkNMKC/5Zhtqxf6RZgRQzbVudJi47vIRCwKBgQDIh0+v27Oo+DM3fhObH4I1NrXpWOEGH7OQG1dEsMuFYF4hjGhg0kBEP3w9vVdl2+mRllZKTsx9oqjb8OibPLLIH8xsdbAB0WLfJvjLu4wl/ILUzN1RI03dWnnv2EnEeQn6c3hizvrJ9wR5U4ue9RPVnQooJ0hZF1PUuCL5fWK3MwKBgElReU/PAYbh80WP3t3Rfbdaa32dKBeQ5iCLR5lsA4zM+YgX1HqQEWTj126vgvHaDkyz6vWAoL/Sx+cirHFfXWIRDX5Q2hgYlQH+6qXdMgbrxeSYpHnQ/tHBGFpkFELSAnrGsVMyOwvYBO4LzyeLK9i+ufcWJFoj1FVmsMLHDG8tAoGARdbiiQQCoYG4DMarO2aQ6cmhN6EN1h0qY7EyBqlwaIZ0okiNfdMcMOjPc41DKCWcRmlOqlihXcxN9TQFPzO3rH1urAOdBjUPs1qWYhZyrDQyuLyVBBJApyxAtajloDjrob+fmQIvVDHk7ACN6xG+E7K6+9salnTKbJapD618uQMCgYBNy6XUvzLkP/A1U/UZdtcxl8GwU/dturLxz4CyGbqDw4ubaYY2e13lnqHUqQgPtiSyH51nq3tdo8G0YAJdfkSvKvnfslW91fyEBUKnkdW1o3/1UFU/wprZ7ixVL/F42A4xDu7OFE8EnweJOZ0jWceEOdhCkaIGBCfRnlECRK8UyQ==',
    ),
  },
  stamp: { timestamp: '1554208460', nonce: '593BEC0C930BF1AFEB40B4A08C8FB242' },
  requests: [
    {
      method: 'POST',
      path: '/v3/pay/transactions/jsapi',
      body: '{"appid":"wxd678efh567hg6787","mchid":"1900007291","description":"Image形象店-深圳腾大-QQ公仔","out_trade_no":"1217752501201407033233368018","notify_url":"https://www.weixin.qq.com/wxpay/pay.php","amount":{"total":100,"currency":"CNY"},"payer":{"openid":"oUpF8uMuAJO_M2pxb1Q9zNjWeS6o"}}',
      signature:
        'jnks4dlrPw3ZX+ozVvSK39oa0t7OMBsg83BHAwd8BRdUFiVaQNTLTvci+wURgP1OQBbKYhFGvt7iqYpDSTQkp7Uq1sltaQKyncCyrA1g88m5bsKERQfPyT0ahSwKTYJ1CAn9QiJuSJRq1QsQs07eehbU/k9BCS51jTyc1Jpsi2H77HF9f/BnjXAOP3/sPObg6V5Ee4EzwLox684hhuMuIwHo7D8KFk3LIHOKDcNI4It1aCXydFWNpNK+SG86VUDe5kwoDpw4Ulqfu9z8OFDGbDs9TCxEv8iqQzbpxOlEVoOe2kalSYM5kApQb3nZcxdUtoE0liJGW3RGUNE0t4v01A==',
    },
    {
      method: 'GET',
      path: '/v3/refund/domestic/refunds/123123123123',
      body: '',
      signature:
        'Lc9VXxmeonkdV8Xk9tmigQFLhl0vRWTerdmoRu01aAnYwIrD/5nsSwE1WlmZGLRlAFTNQ3QsMa0+VRDlJp1Wp5p0nO8EK68b5sJBbjouxaFciIfq1zfDWWz+jqhcMoKXI1A6dPm1AW7D4d30WsMTNzp6g23OXakIsh9LO3lUmwvTuE0BY8ncf6tNGk4wKmvXwERd/ZpoQY3MAVKz+Nakwc+2XBmzT66KcUehU5kr4IvGa/lEU5RZb/q00zP9VLdBhC/jQSX3X1UcJLCtEc4gTmib4tnmAT+bHF/e17ZAuxDNcx6rqT8gNEXqaJGG+1OflMSTU2tpyG65G4dMKdFcoA==',
    },
  ],
  page: {
    appid: 'wx2421b1c4370ec43b',
    prepay_id: 'wx201410272009395522657a690389285100',
    signature:
      'mI35pfNEQV6777ke/1T+LJLQDNTm7yeoUJH+j/adPGhmCCi0PbgkvYQTRcXH0uibcLVtvFLdGLpmoYO9FV6lBBsTAjuhh5YOvQi0e2g3e0yytitiNET9FEuqM0pjnKfRW4K6LIZDdbWJv9KhZUx3DrJa5TL7OJ7VdADVivxVySIlPVKjGwuCXzuXSJes0UcILgWQUMyha5/3nYofuHtS7r+KYyMuxD+oJ9VM1Qdxk4UIG59CP5Y3wtYIFybyF3bdu1caHTRRX+DLyMXyYA/IrTmiW01c4RPjpHBX5Dk1sZyY1zVsWNsvMHr2e1NTWtBxKJ+qk5N61J7caYoepHFaxw==',
  },
};

/** wechatpay-apiv3/wechatpay-go v0.2.21: core/notify/notify_test.go; the key of its certificate is
 * in utils/sign_test.go. Its APIv3 key is half as long as a merchant's: only the signature is
 * used. */
export const wechatGoNotice = {
  privateKey: privateKey(
    'MIIEvgIBADANBgkqhkiG9w0BAQEFAASCBKgwggSkAgEAAoIBAQDZUJN33V+dSfvdfL0Mu+39XrZNXFFMQSy1V15FpncHeV47SmV0TzTqZc7hHB0ddqAdDi8Z5k3TKqb76sOwYr5TcAfuR6PIPaleyE0/0KrljBum2Isa2Nyq7Dgc3ElBQ6YN4l/a+DpvKaz1FSKmKrhLNskqokWVSlu4g8OlKlbPXQ9ibII14MZRQrrkTmHYHzfi7GXXM0thAKuR0HNvyhTHBh4/lrYM3GaMvmWwkwvsMavnOex6+eioZHBOb1/EIZ/LzC6zuHArPpyW3daGaZ1rtQB1vVzTyERAVVFsXXgBHvfFud3w3ShsJYk8JvMwK2RpJ5/gV0QSARcmLDRUAlPzAgMBAAECggEBAMc7rDeUaXiWv6bMGbZ3BTXpg1FhdddnWUnYE8HfX/kmOFI7XtBHXcgYFpcjYz4D5787pcsk7ezPidAj58zqenuclmjKnUmT3pfbI5eCA2v4C9HnbYDrmUPK1ZcADtka4D6ScDccpNYNa1g2TFHzkIrEa6H+q7S3O2fqxY/DRVtN0JIXalBb8daaqL5QVzSmM2BMVnHy+YITJWIkP2a3pKs9C0W65JGDsnG0wVrHinHF+cnhFZIbaPEI//DAFMc9NkrWOKVRTEgcCUxCFaHOZVNxDWZD7A2ZfJB2rK6eg//ygEiFDR2h6mTaDowMB4YF2n2dsIO4/dCG8vPHI20jn4ECgYEA/ZGu6lEMlO0XZnamAZGtiNgLcCfM/C2ZERZE7QTRPZH1WdK92Al9ndldsswFw4baJrJLCmghjF/iG4zihhBvLnOLksnZUfjdumxoHDWXo2QBWbI5QsWIE7AuTiWgWj1I7X4fCXSQf6i+M/y26TogQ7d0ANpZFyOkTNMn/tiJvLECgYEA22XqlamG/yfAGWery5KNH2DGlTIyd6xJWtJ9j3jU99lZ0bCQ5xhiBbU9ImxCi3zgTsoqLWgA/p00HhNFNoUcTl9ofc0G3zwTD1y0ZzcnVKxGJdZ6ohW52V0hJStAigtjYAsUgjm7//FH7PiQDBDP1Wa6xSRkDQU/aSbQxvEE8+MCgYEA3bb8krW7opyM0XL9RHH0oqsFlVO30Oit5lrqebS0oHl3Zsr2ZGgoBlWBsEzk3UqUhTFwm/DhJLTSJ/TQPRkxnhQ5/mewNhS9C7yua7wQkzVmWN+VYeUGTvDGDF6qDz12/vJAgSwDDRym8x4NcXD5tTw7mmNRcwIfL22SkysThIECgYAVBgccoEoXWS/HP2/u6fQr9ZIR6eV8Ij5FPbZacTG3LlS1Cz5XZra95UgebFFUHHtCEY1JHJY7z8SWvTH8r3Su7eWNaIAoFBGffzqqSVazfm6aYZsOvRY6BfqPHT3p/H1hTq6AbBffxrcltgvXnCTORjHPglU0CjSxVs7awW3AEQKBgB5WtaC8VLROM7rkfVIq+RXqE5vtJfa3e3N7W3RqxKp4zHFAPfr82FK5CX2bppEaxY7SEZVvVInKDc5gKdG/jWNRBmvvftZhY59PILHO2X5vO4FXh7suEjy6VIh0gsnK36mmRboYIBGsNuDHjXLeBDa+8mDLkWu5nHEhOxy2JJZl',
  ),
  publicKey: publicKey(
    'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA2VCTd91fnUn73Xy9DLvt/V62TVxRTEEstVdeRaZ3B3leO0pldE806mXO4RwdHXagHQ4vGeZN0yqm++rDsGK+U3AH7kejyD2pXshNP9Cq5YwbptiLGtjcquw4HNxJQUOmDeJf2vg6byms9RUipiq4SzbJKqJFlUpbuIPDpSpWz10PYmyCNeDGUUK65E5h2B834uxl1zNLYQCrkdBzb8oUxwYeP5a2DNxmjL5lsJML7DGr5znsevnoqGRwTm9fxCGfy8wus7hwKz6clt3Whmmda7UAdb1c08hEQFVRbF14AR73xbnd8N0obCWJPCbzMCtkaSef4FdEEgEXJiw0VAJT8wIDAQAB',
  ),
  timestamp: '1624523846',
  nonce: 'EcZ9Cmy4Xyx1i6RlJQzLcCyEqDa26NBz',
  body: '{"id":"3119dfba-e649-5eec-ab1e-3412bc4d2e17","create_time":"2021-06-24T16:37:26+08:00","resource_type":"encrypt-resource","event_type":"PAYSCORE.USER_OPEN_SERVICE","summary":"签约成功","resource":{"original_type":"payscore","algorithm":"AEAD_AES_256_GCM","ciphertext":"YDS3lKPaC4Y52Gf3uhft5qUBlIa8b428AWTtTauHQfQrRw+X1WpiuHIDy0vo1Vd6VEq67aVyqPdDYMkRVSDaZL3iZttevRMOoPKMifozg6XPWjIZumks/GpT48lI4NizyeaqLBokNebthah3o1H76qSlO9NkDjp9bzmKLEYYH9TEklFUpsvPqOTOcgSLgh21YJXYR7dEBXFgRLiNIKRgO5JdXh1hccRUAlyVWxE54PXpnQ==","associated_data":"payscore","nonce":"Kj7QIyUiYx1q"}}',
  signature:
    'tJHIiIS9eB2hAYstmAmbbD3ZE5LiIm/Ug5tuL4fC0YOFRWIHV39UFIZXC0e9Wl6lBu6sKvkqDkzpqzBsVHyXFlbYZTOQrVdG4b6LfTnK4mikv9++ixJMd3vTf2yCqvBkh98zs3Ds5zsYQakzbcwhmw4fMJs4nPLws28H0UW9FjDR//rxELLwXvV1VEA1IBLX70xptjL8hrfUjEE8kkry6yNJTHZRU8CAc7qHli2Ng1V1qb9ARbK8A3ThmFmPQvRGrapI/jS2laKKgYUmfdEdkNO6B2Cke5e8VTxY406ArAmQ90GAihDwIcb16TQMnzCMBoutnwZKNiKRACrFmtxw2Q==',
};

/** gunsluo/wechatpay-go 599175d: notify_test.go, helper_test.go, test_fixtures/mock_cert.pem. A
 * complete payment notification with a 32-byte key. */
export const wechatWholeNotice = {
  publicKey: publicKey(
    'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAqa7JnFzx6i7Zz6DwxlKDFCytljqORVvHO9kr56p/+Glz2iYZTrT8bV9n66iIU48HDrOoTZt1xUxgSzK3QfeGEL4/kOz9dhjZsVxvvTLPrlMiU6GI5WAwBulBShNdCZJvXAxri0pHpFNQKKyhNRtcJ3R9+8OAM1V6BgUNzSIslvIyJvGYt/1jQlaR1KF2FLsoRRGdt318rZ6bOIQEYIOjbz53CCrVr5VIfOWVTkrKnNU/HRWng0V2o+6943SSe+LbBkTL2clIqSV8hN7kdkJKxsomvtKYQ6Qus3jDKT/jEDvaIYfsUFgQnsr0I45zjwJRk4Zfk4X1yJlN9By9e6B3QQIDAQAB',
  ),
  serial: '477ED0046A54F0360A72A63A8F2816312AAEAB53',
  apiV3Key: 'AES256Key-32Characters1234567890',
  timestamp: '1611368330',
  nonce: 'AF1404CC2980FB414C99C0B98883BD42',
  body: '{"id":"b62e271c-3389-58a0-8146-4a704966e8f1","create_time":"2021-01-28T17:07:11+08:00","resource_type":"encrypt-resource","event_type":"TRANSACTION.SUCCESS","summary":"支付成功","resource":{"original_type":"transaction","algorithm":"AEAD_AES_256_GCM","ciphertext":"yuKJXXxnqVMulBUy5NoriSab/S9aen3wXNYLqGdvBfxsWmN9JAFAMXO3LgDFPqNeZMrkSmQyFa981IVxLvWHzwrzlBtJk+hOwnxTgDxc8SsGt39QkRBbfGR8rutMr3Goiq03ygWjMA6I+n6qhqQ/zS0/bMIB1dQoFZBSCKiLp8VHbGDLirh9MqYRa7MKJEYziPF2DmdtRHvXie4AWSxcV6hq8Ufao9FQooLOA2gD/9JA+L6BqquOPOnStExxH26cK7QgFFAf22GP7JKXnMH0LF3lJrK6ZMQ7iTXvVxv/q6j3SwUbyWVKmXdMJTqnXtU4H90DjRC6It4cOavr3Gz6xeVyv4S3i1qdAD8rAqgjjF1QWnUQtIm4/TdOw3ro0L73VI07H8c9O6VX/U0TcGMJJrAKMJ/yBZlD6owliffy/pzceEG/MV27euHDS5VW/m23tokNy2G1XJu1T3sUzEUsNil7vngBLYHGEGNw6brOYxwxXEUI2n0tSJOG8upiSGmN0fOnWbPoN9YqtuIhvY4xKOJpKwQrNJSm+ybNrugAwbLf/HMATxK6dGk9RQK8Nn9PHSRSPmTU5sci6zzFGAEHKQ==","associated_data":"transaction","nonce":"fG1l57vn9BCX"}}',
  signature:
    'Jook1G0Ex2xkvw5isZNY8Pvxj30X6HOCLNwMBh0wpRCU0LMTD+wQqHCENpYcsaMM/6vFMsRXtZnKldRk1dFmzpLOT8Rh1SwfMp/61oz7Eyh9+y1p2QkC2EW9dEnZk3gl7j5WcSsncy8ccM4ohfZVwQLslZwzKKaLxg5F5MTeiP/0ykYdFHOqIKdp9QMlly0Yb9aUXiVe19u3PEIOUkAawr9vD7EL5VHtnuer90ADrO9b+p4MAFxL1QfqshNhb4KeDjyVAzOqHjkThqAeuY1wv8KjoeVpZOxxrdSAoYcek2c2A8ywKWNMZi/k0Wwpu05UN498a39tKdHPZrqb6Qt4ZA==',
};

export const gcm = [
  {
    source: 'wechatpay-apiv3/wechatpay-java v0.2.17, AeadAesCipherTest.java and TestConfig.java',
    apiV3Key: 'a7cde1ZJB1kG2e7VfTs3jQzaWizur8Gb',
    resource: {
      ciphertext: 'ulwSiIajGClcvcOYvOQ7+l+0PAbzzwI=',
      nonce: 'uluk4a9R25RW',
      associated_data: 'associatedData',
    },
    plain: 'message',
  },
  {
    source: 'gunsluo/wechatpay-go 599175d, sign/aes_256_gcm_test.go',
    apiV3Key: 'AES256Key-32Characters1234567890',
    resource: {
      ciphertext: 'tJjSQMG758oX39qpn/RoZPZ3qh8LRIIwcnQeFhU/alQ=',
      nonce: 'eabb3e044577',
      associated_data: 'certificate',
    },
    plain: 'exampleplaintext',
  },
];

/** alipay/alipay-sdk-nodejs-all v4.14.0: test/alipay.test.ts, checkNotifySign. */
export const alipayNode = {
  publicKey: publicKey(
    'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAqObrdC7hrgAVM98tK0nv3hSQRGGKT4lBsQjHiGjeYZjOPIPHR5knm2jnnz/YGIXIofVHkA/tAlBAd5DrY7YpvI4tP5EONLtZKC2ghBMx7McI2wRD0xiqzxOQr1FuhZGJ8/AUokBzJrzY+aGX2xcOrxFYRlFilvVLTXg4LWjR1tdPkO6+i7wQZAIVMClPkwVRZEbaERRHlKqTzv2gGv5rDU8gRoe1LeaN+6BlbTqHWkQcNCUNrA8C6l17XAXGKDsm/9TFWwO8EPHHHCaQdjtV5/FdcWIt+L8SR1ss7EXTjYDFtxcKVv9rEoY1lX8T4mX+GbXfZHraG5NCF1+XioL5JwIDAQAB',
  ),
  notice: {
    gmt_create: '2019-08-15 15:56:22',
    charset: 'utf-8',
    seller_email: 'z97-yuquerevenue@service.aliyun.com',
    subject: '语雀空间 500人规模',
    sign: 'QfTb8tqE1BMhS5qAnXtvsF3/jBkEvu9q9en0pdbBUDDjvKycZhQb7h8GDs4FKfi049PynaNuatxSgLb/nLWZpXyyh0LEWdK2S6Ri7nPwrVgOs08zugLO20vOQz44y3ti2Ncm8/wZts1Fr2gZ7pShnVX3d1B50hbsXnObT1r/U8ONNQjWXd0HIul4TG+Q3fm3svmSvFEy0WnzuhcyHPX5Gm4ELNctL6Qd5YniGJFNcc7kopHYtI/XD9YCKCH6Ct02rzUs9i11C9CsadtZn+WhxF26Dqt9sGEFajkJ8cxUTLi8+VCpLHsgPE8P0y095uQcDdK0YjCh4x7wVSov+lrmOQ==',
    buyer_id: '2088102534368455',
    invoice_amount: '0.10',
    notify_id: '2019081500222155624068450559358070',
    fund_bill_list: '[{"amount":"0.10","fundChannel":"ALIPAYACCOUNT"}]',
    notify_type: 'trade_status_sync',
    trade_status: 'TRADE_SUCCESS',
    receipt_amount: '0.10',
    buyer_pay_amount: '0.10',
    sign_type: 'RSA2',
    app_id: '2019073166072302',
    seller_id: '2088531891668739',
    gmt_payment: '2019-08-15 15:56:24',
    notify_time: '2019-08-15 15:56:25',
    version: '1.0',
    out_trade_no: '20190815155618536-564-57',
    total_amount: '0.10',
    trade_no: '2019081522001468450512505578',
    auth_app_id: '2019073166072302',
    buyer_logon_id: 'xud***@126.com',
    point_amount: '0.00',
  },
  /** The SDK rejects it. */
  forged: {
    app_id: '2018121762595097',
    auth_app_id: '2018121762595097',
    buyer_id: '2088512613526436',
    buyer_logon_id: '152****6706',
    buyer_pay_amount: '0.01',
    charset: 'utf-8',
    fund_bill_list: '[{"amount":"0.01","fundChannel":"PCREDIT"}]',
    gmt_create: '2019-05-23 14:13:56',
    gmt_payment: '2019-05-23 14:17:13',
    invoice_amount: '0.01',
    notify_id: '2019052300222141714026431019971405',
    notify_time: '2019-05-23 14:17:14',
    notify_type: 'trade_status_sync',
    out_trade_no: 'tpxy23962362669658',
    point_amount: '0.00',
    receipt_amount: '0.01',
    seller_email: 'myapp@alitest.com',
    seller_id: '2088331578818800',
    sign: 'T946S2qyNFAXLhAaRgNMmatxH6SO3MyWYFnTamQOgW1iAcheL/Zz+VoizwvEc6mTEwYewvvKS1wNkMQ1oEajMUHv9+cXQ9IFvU/qKS9Ktvw5xHvCaK0fj7LsVcQ7VxfyT3kSvXUDfKDP4cHSPuSZKwM2ybkzr53bIH9OUTpTQd2d3J0rbdf76OoUt+XF9vwqj7OVE7AGjH2HPWp842DgL/YVy4qeA9N2uFKRevT3YUskjaRxuI/E66reNjTMFhbjEqGLKvMcDD4BaQXnibq9ojAj60589fBwzKk3yWsVQmqGfksMQoheVMtZ3lAw4o2ty3TFngbVFFLwgx8FDpBZ9Q==',
    sign_type: 'RSA2',
    subject: 'tpxy2222896485',
    total_amount: '0.01',
    trade_no: '111111112019052322001426431037869358',
    trade_status: 'TRADE_SUCCESS',
    version: '1.0',
  },
};

/** yansongda/pay 45f1b1f (its own sandbox at Alipay):
 * tests/Plugin/Alipay/V2/CallbackPluginTest.php and AddPayloadSignaturePluginTest.php,
 * tests/Cert. */
export const alipaySandbox = {
  publicKey: publicKey(
    'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAl2PJhW04G1sClzEDwMw1nxCjlyDTubFhn89bcEzP7GB/mFWnfIRXydM2qvDALpJggjeCIc3Orm0AobZOltic1MGOBrFWcoOMyT7haV3X05jPa0qy6bMg5YJZy7/5mjTQL/3jPJM+TA3YTNV8wPUsJgWINENAGFIakS4HTj3oGIuPvbMgL1z7Yd66TIYzfA4FRwa08XXaZLC/u+EJ8tUedhQhPjwWQBL0H+bhoqWZSIW3/xdMZrMf8RF9uM22Y3mE1DAnxseXrxjW2Kg0q/47mOjXGBcrQUOeaAB+0SamdFu6LP9ylQOESg0bpFhgqhUWIT/QYJ1I8PQrVYy9QZkAIwIDAQAB',
  ),
  notice: {
    gmt_create: '2023-12-21 16:26:32',
    charset: 'utf-8',
    gmt_payment: '2023-12-21 16:26:43',
    notify_time: '2023-12-21 16:26:45',
    subject: 'yansongda+测试 - 1',
    sign: 'Rs7SszD15WqbdJsGZPN+HpCBcQzBCkJx0ccNeg1rpUxyTVA1ps2vJ4sLhaa7O+lliTj6N1MSGqc8cK6JSs7nPg731RAOfneirtrqrlW2u0m15kWAKrVjgPGLUMtK/eT15e/6NcxsWra/bsZaan+nFDzO8xceOwy96W+qVUtTPfBRBp9Zjryi5oIONOifGMALD284YbNC3qq2eyqVysF+zgk+/MtuHk2Eh/fL7UbClHQXQ2hD686Dt8bR949TNMbkWCYXstmjVBO55qF8xhaoF/b5zAe5/O/13g/QlwDXBcF3XwJpbFWrBehoFFCnJhR/xXZ0E+D2Vsw1oAQ3l+R2dQ==',
    buyer_id: '2088722003899169',
    invoice_amount: '0.01',
    version: '1.0',
    notify_id: '2023122101222162644199160501632046',
    fund_bill_list: '[{"amount":"0.01","fundChannel":"ALIPAYACCOUNT"}]',
    notify_type: 'trade_status_sync',
    out_trade_no: '1703147160',
    total_amount: '0.01',
    trade_status: 'TRADE_SUCCESS',
    trade_no: '2023122122001499160501589436',
    auth_app_id: '9021000122682882',
    receipt_amount: '0.01',
    point_amount: '0.00',
    app_id: '9021000122682882',
    buyer_pay_amount: '0.01',
    sign_type: 'RSA2',
    seller_id: '2088721003899159',
  },
  privateKey: privateKey(
    'MIIEvgIBADANBgkqhkiG9w0BAQEFAASCBKgwggSkAgEAAoIBAQClID2jG9yp9uCmCTFe/IKmfFpHpM9oQyH+KP4+EXzXzTMvzaJzjCGStGVy7VjXv0AoRk1qvvVSCLft8pxdYt6uM855vxYedmA0bX2CQBw4ipk9E+knV5G3AoRyUjO36Pcf/CBdaQPsFOvrVGO4By+LK8NVsAn9M+Uypd0kUi4nBluU3ZZuUi/7gObWI84H59UJTeuyCDh5qN/cetnuyrp8GFCE7mSsOYghgawVn5+iESCcuQFoXSCo1Rvlhvg8F9oRy7wdzCr5fIFIw5U4gAFE9BUN51bawT/Y2wuRHrYNoR79GL1VQMl7SkTf0/5fbYOJwncTfKvG92Kgycu0OoS7AgMBAAECggEBAJIdnW0f0ntzwgYqTE3JE7NOhnSvGfkgrovAqnkx8E7lfU3noMCuV2cBymOQMvV2fsckroyuvVYB8P/VlxfrzTBJF4QT2vbJuQere0wufsppmn+5hq8RhhdzWs/ufWVX+JWM/ParXpUhTkHHQxYtBZ0Y9Jh2VeCAc2gF7VGehshwIY5V70eXMIG1bMakJm8yWpFsK5YB2nXhoKRomqlHEbg9j0p383MQu+GcJ32Tx7sbapzDHqAChc3w5c7yOZmD/p868WesaXoIGnyyKh7kXdHTbd8O6bnjoipLwRl0KXlPSBb9uhNtJXyW6K1pvrnEE7c+ZQj5XY4QUIvpZwnFrAECgYEA5mh+3r8tq12hfOvy+H6srNpxQfDbjp+lpxuDHQHkMPKYzuFuFdtj82gJY+AEm1XdcjcO0wnnK+URUNC899tIdE/HZdCSfCszuXLZIttoL626Fy+gboXVEtYXH7L/nzex5KVU25YL0p2ktMrOjzCXxnj+SF4tMHFPEvbQ1m7v1cECgYEAt3d82heTlX5PXqGdKKc+23Y0Sxmmf7jDTsOKTNyl3KMIvk9iOn8GmmZffGXL3p8JmHcw7dWS7JrXGBq4zPFUpCVH9oPnJWayorvDE1NjVlAzvgHjj/gySz/wwbavujcMSUDj+oh4w/gLCRaZhy6KPuembZuAioXNL7hoZl8NEXsCgYAow7YmnLZsyj0HCAvN0UOltWQyYXXG7xH01dZFrI795f4JJDNA5LbzWqXGqNzHytJKIdmalvbyei2tGbFFPOO9yFuj9Nnl5BLbrakjFKSDQv5YmdGNnFoNYhlnP1kgh08O//1aeFqRIdkBL5yKEvPXZpK+pQLjvjhaR5a9SZVfQQKBgAYsOgIoeumztz3q2BvPDLlbj8TbFxQDBmc3Awc1AUucHKYyi46GSZWWTi4kSqix1yPPFtFZtzjIuOXxuDgFAqEHNBWiOHu0qdv5z0VuL9BuoF8LNznX0vFfNF2AJQdx5LLuQP1j7BRD2zMyFHZM5Y/aQWo8qiV+/PlXDgQrvIfTAoGBAN6ur0+2FuKLuU23nbz+rRwf284yf3PvqjqMwx5r0SJtyVUe11xAFYs6fxjD3uT5ZJdga5StBRZZBvJptmpaSRLhwSMl/n8OLA65h01VeDsUrnq5xNzMEDuVHh2e6c9bpTUdtJZ/QKfhj9yX/PsHlAFJC3RbfwhgdJp/r+yqxXpI',
  ),
  request: {
    app_id: '9021000122682882',
    method: 'alipay.trade.query',
    format: 'JSON',
    return_url: 'http://hk.ysdor.cn/index.php',
    charset: 'utf-8',
    sign_type: 'RSA2',
    timestamp: '2023-12-21 06:54:37',
    version: '1.0',
    notify_url: 'http://hk.ysdor.cn/index.php',
    app_cert_sn: 'e90dd23a37c5c7b616e003970817ff82',
    alipay_root_cert_sn: '687b59193f3f462dd5336e5abf83c5d8_02941eef3187dddf3d3b83462e1dfcf6',
    biz_content: '{"out_trade_no":"1703141270"}',
  },
  signature:
    'FrzUwXziVWK2x5glZkGoQ6dGR87O33APv3D/lWjVqPrFnMwcYjOYyln1B1bw5VuOwokLRmqcwWuTumBg8Q+n4FkVR3DMCvL8ywTBp5+6pRAETfhFop4m+r6jI+dgOavwyoZ69CWCzCcEyb0vMjgrV2eoSI4bgLjJyPcGpZ+iDBTSvE6eVxs05bUjainAOB5NnAvME06nkaxGLB4qwF9c3SQoiZt7QcMRdyy6mRItZxRaEjMm6qX8dfPuuquJC4wpTRk8PQeu5EMR4yyc1atxso3CMovjkGr5LzDtqLNseyqqorYW+Gfu3ugHSs9aqkwAAysg79O6TsvuFa9OHq64Tg==',
};

/** alipay/alipay-sdk-java-all 02f65a4: v2/src/test/java/com/alipay/api/RSACheckTest.java,
 * fixture/appCertPublicKey_2021003126695331.crt. */
export const alipayJava = {
  publicKey: publicKey(
    'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAjF+gZ86+u9GriNBL3cmrx7CG3mgsgS6ydJLjzAyACRfBunB3VadxsDhtIJ0t8DQcaDVCkvkL5IOozuSC/B9iBw8YtadTLVRGkD9f1+RrcyvXR7/qU2M88RhGvj/DCgFHkYZa7hVYn+r+jhpQ2Y9K7owVL3/YEO/cxZvV8R05uMw7zZwAaJlPn6JBXYP8HXWAQLp2A4NGKAh6mPELKNcb9J+P82GvrNf0Km3dj7ELAx349ral+qD1DCEbC3C2g+MHw/++ZEt9EkqR9nWi2YE/z5B0LKXstUDRiCPQe8Heb6pXdkWhK76L+OP9iZZAGHGS262ZgOuvZMo+jDFM1at64wIDAQAB',
  ),
  signed: [
    {
      content:
        'app_id=2019090366875133&method=koubei.marketing.data.indicator.query&sign_type=RSA2',
      signature:
        'NQHIJKRCoCJCUXqzzK8WUtA/58m4/e3NGLutUFxFUD8udlauzRCgCINxDqs3atXrJ8KeSxpf8IU8nrnK7qzCQiYdj2XjfkXDrZllPEXlrelHitj9qpPqMXlAbP1HArNlBTpaGmq6hwvf/W50O/8kOjPEpmdpFcYZrlR/aA3uwdiOXHGNfd6p2wA7JjHiLQtPXGVm2oLLp+HDEtdhqxs66Br4bTQZPrQNKJrhqRcqwTzA5ZyDMQK724ECTYBI/+8PEvFCpi4Ny6piO78clFE/bSAuKCdhbivBzWDYkvmQymq0M86W3usljVENbnOyBatl7/y4f7S53Ht/yBmO/f+gYg==',
    },
    {
      content:
        'app_id=2019090366875133&extra=中文测试&method=koubei.marketing.data.indicator.query&sign_type=RSA2',
      signature:
        'LhPRG5h6xo8Pk1tFIbiCt2S81S3jvDs5is9yO8uH87kVY0vpnOuxGgauKim9SnFGGxGmhQY4TJSrASlW6NsML2qIaxqsSFTNVUbct7MgdBBKqkoORNOq1gpLIymyI+G88qDaodOXkEAtUNYm4I6r1wkJVvdumrmRoHg8GcLpP//3J3hNELIJB2SC5SJ2pe4als+Psmjpd5xyK/qgDXf2qTmBooA0z673xqxjtd8H1FBlUCnGmTG3ClnGatmfjxIL0HF+PLyrmqzDO8UOjod0Kh2SwxH7zQikhr4VUihQ04MrP08nsGKjIPvZFAZiW7dnchVr4I/Tid0cbuthjmoWyw==',
    },
  ],
};
